"""Reads the sandbox of John Deere with `johndeere`, which knows the provider and not this project."""

import sys

import requests
from johndeere import Client
from yarl import URL

url, client_id, client_secret, refresh_token = sys.argv[1:]
Client.BASE_URL = URL(f"{url}/platform/")

discovery = requests.get(f"{url}/oauth2/aus78tnlaysMraFhC1t7/.well-known/oauth-authorization-server").json()
form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
tokens = requests.post(discovery["token_endpoint"], data=form, auth=(client_id, client_secret)).json()
client = Client(access_token=tokens["access_token"])


def check(what, found, expected):
    print(f"{what}: {found}")
    if found != expected:
        sys.exit(f"{what} should be {expected}")


organizations = client.get_organizations()["values"]
connected = [one["id"] for one in organizations if any(link["rel"] == "manage_connections" for link in one["links"])]
check("connected organizations", connected, ["1234"])
check("name of one", client.get_organization("1234")["name"], "Prairie Sandbox Farms")
clients = client.get_clients("1234")["values"]
check("clients", sorted(one["name"] for one in clients), ["---", "Merriweather Farms", "Test"])
check("farms", len(client.get_farms("1234")["values"]), 3)
check("farms of a client", [one["name"] for one in client.get_farms("1234", client_id=clients[0]["id"])["values"]], ["LabSim Fields"])

fields = client.get_fields("1234")["values"]
check("fields, in two pages", len({one["id"] for one in fields}), 13)
check("fields with the archived one", len(client.get_fields("1234", record_filter="ALL")["values"]), 14)
check("fields with a boundary", sum(1 for one in fields if one["boundaries"]), 13)
jen3 = next(one for one in fields if one["name"] == "Jen-3")
check("client and farm of a field", [jen3["clients"]["clients"][0]["name"], jen3["farms"]["farms"][0]["name"]], ["Test", "LabSim Fields"])
check("one field", client.get_field("1234", jen3["id"])["name"], "Jen-3")
operations = client.get_field_operations("1234", jen3["id"], operation_type="HARVEST", crop_season=2017)["values"]
check("harvests of a field", [one["cropName"] for one in operations], ["CORN_WET"])

try:
    client.get_fields("4321")
    sys.exit("an organization that is not connected shows its fields")
except requests.HTTPError as error:
    check("answer for an organization that is not connected", error.response.status_code, 403)
