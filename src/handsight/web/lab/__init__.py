"""The lab screen: experiments started from the page."""
