"""Reads a STAC API with pystac-client, an independent client, and says what it found. Usage: client.py URL"""

import sys
from datetime import datetime, timedelta, timezone

from pystac_client import Client

url = sys.argv[1]
faults = []


def expect(holds, what):
    print(("ok      " if holds else "WRONG   ") + what)
    if not holds:
        faults.append(what)


client = Client.open(url)
names = ["sentinel-2-c1-l2a", "sentinel-2-l2a"]
expect([c.id for c in client.get_collections()] == names, "the catalogue has both collections")
for name in names:
    expect(client.get_collection(name).id == name, f"{name} is found by its id")
for what in ["ITEM_SEARCH", "COLLECTIONS", "FEATURES", "QUERY", "FIELDS", "SORT"]:
    expect(client.conforms_to(what), f"the landing page declares {what}")

box = [-94, 42, -93, 43]
end = datetime.now(timezone.utc)
days = [end - timedelta(days=60), end]
for method in ["POST", "GET"]:
    search = client.search(method=method, collections=names, bbox=box, datetime=days, limit=7)
    items = list(search.items())
    expect(len(items) > 30, f"{method}: {len(items)} Items in 60 days of a square degree")
    expect(len({(i.collection_id, i.id) for i in items}) == len(items), f"{method}: each once over {-(-len(items) // 7)} pages")
    expect(search.matched() == len(items), f"{method}: as many as the first page says")
    expect(all(i.datetime <= end for i in items), f"{method}: none of the future")

clear = client.search(collections=names[:1], bbox=box, query={"eo:cloud_cover": {"lt": 10}}, datetime=days)
clouds = [i.properties["eo:cloud_cover"] for i in clear.items()]
expect(len(clouds) > 0 and max(clouds) < 10, f"{len(clouds)} Items with less than 10 % clouds")

polygon = {"type": "Polygon", "coordinates": [[[15.82, 45.64], [15.86, 45.64], [15.86, 45.67], [15.82, 45.64]]]}
real = client.search(intersects=polygon, datetime="2023-08-01/2023-08-31", sortby="datetime")
ids = [i.id for i in real.items()]
expect(len(ids) == 4 and all("33TWL_202308" in i for i in ids), f"the real scenes: {', '.join(ids)}")

item = items[0]
same = client.get_collection(item.collection_id).get_item(item.id)
told = lambda i: (i.id, i.properties, i.geometry, i.bbox, {k: a.to_dict() for k, a in i.assets.items()})
expect(same is not None and told(same) == told(item), "an Item read alone is the one that was searched")
expect({"red", "nir", "scl"} <= set(item.assets), f"its assets: {', '.join(sorted(item.assets))}")
lefts = client.search(collections=names, bbox=box, datetime=days, fields={"exclude": ["assets"]}, max_items=3)
expect(all("assets" not in i or not i["assets"] for i in lefts.items_as_dicts()), "assets are left out when that is asked for")

sys.exit(1 if faults else 0)
