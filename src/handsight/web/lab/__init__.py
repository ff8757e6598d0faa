"""The lab screen: experiments with conventions, started from the page."""
