"""Where other machines find this server, for invitations."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address

OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses kept for documentation: asking for the way there sends nothing."""
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 compared, not bound


def reachable_addresses(host: str, port: int, hosts: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the addresses at which other machines reach a server; none where only this machine can.

    Args:
        host: the address that it listens on.
        port: the port.
        hosts: names by which browsers may call it; they come first.
    """
    if ip_address(host).is_loopback:
        return ()
    own = own_addresses() if host in ANYWHERE else (host,)
    names = [*hosts, *(f"[{address}]" if ":" in address else address for address in own)]
    return tuple(f"http://{name}:{port}/" for name in dict.fromkeys(names))


def own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine from which it would send to other machines."""
    found = []
    for family, outside in OUTSIDE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as way:
                way.connect((outside, 9))
                address = str(way.getsockname()[0]).partition("%")[0]
        except OSError:
            continue
        if not ip_address(address).is_loopback:
            found.append(address)
    return tuple(found)
