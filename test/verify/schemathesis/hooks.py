"""Hooks of Schemathesis: valid parts of requests name existing resources four times out of five, those listed in FURROW_KNOWN.

Requests that only read get one user's resources, requests that change something another user's, and each request that
deletes takes a spare one: so the others keep finding what they name. Responses are counted by status.
"""

import atexit
import json
import os
import random
import threading
from collections import Counter

import schemathesis
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["FURROW_KNOWN"], encoding="utf-8") as file:
    KNOWN = json.load(file)
# Text, since bytes are not valid by the schema of a file, for Schemathesis.
FEATURE = {"type": "Feature", "properties": {"name": "North"}, "geometry": KNOWN["geometry"]}
SAMPLE = json.dumps({"type": "FeatureCollection", "features": [FEATURE]})

SHARE = 0.8
AREAS = {
    "usermanagement": "users",
    "uploadservice": "uploads",
    "config": "configurations",
    "pointlake": "query",
}
QUERY_MEMBERS = ("svcUserId", "uploadId", "batchId", "fileId", "fieldId", "operationId", "sql")
chance = random.Random(int(os.environ["FURROW_SEED"]))
counts = Counter()
lock = threading.Lock()


@schemathesis.hook
def map_case(context, case):
    method, path = case.method.upper(), case.operation.path
    spare = KNOWN["spare"].get(f"{method} {path}")
    ids = KNOWN["look" if method in ("GET", "HEAD") else "change"]
    if isinstance(spare, dict):
        ids = {**ids, **spare}
    if names_known(case, ParameterLocation.PATH) and case.path_parameters:
        if isinstance(spare, list):
            case.path_parameters.update(spare.pop() if spare else {})
        else:
            case.path_parameters.update(known_in_path(path, case.path_parameters, ids))
    # A request that is to be refused for one part must not become valid by another.
    if not case.meta or not case.meta.generation.mode.is_positive:
        return case
    if names_known(case, ParameterLocation.QUERY) and case.query:
        case.query.update({name: ids[name] for name in QUERY_MEMBERS if name in case.query and name in ids})
    if names_known(case, ParameterLocation.BODY):
        case.body = known_body(case, path, ids)
    return case


@schemathesis.check
def no_server_error(context, response, case):
    """A provider that refuses a generated code is 502, as the document says; any other 5xx is a fault."""
    if response.status_code >= 500 and "urn:furrow:problem:providerRefused" not in response.text:
        raise AssertionError(f"Server error: {response.status_code}")


def names_known(case, location):
    component = case.meta.components.get(location) if case.meta else None
    return component is not None and component.mode.is_positive and chance.random() < SHARE


def known_in_path(path, parameters, ids):
    segments = path.split("/")
    found = {}
    for name in parameters:
        before = segments[segments.index("{" + name + "}") - 1]
        value = ids.get(f"{before}.{name}", ids.get(name))
        if value is not None:
            found[name] = value
    return found


def known_body(case, path, ids):
    body = case.body
    if case.media_type == "text/plain":
        return ids["sql"]
    if path.endswith("/intersect"):
        return [ids["fieldId"]]
    if not isinstance(body, dict):
        return body
    if "file" in body:
        # Members of a form stand for missing parameters, which have to be reported.
        return {**body, "file": SAMPLE}
    if path in KNOWN["bodies"]:
        return {**body, **KNOWN["bodies"][path]}
    service = path.split("/")[2] if path.startswith("/services/") else ""
    area = AREAS.get(service, service)
        # A new record under the id of another is a conflict every time.
    named = [name for name in body if name != "id" or case.method.upper() == "PUT"]
    found = {name: ids.get(f"{area}.{name}", ids.get(name)) for name in named}
    known = {name: filled(body[name], value) for name, value in found.items() if value is not None}
    if "geometry" in body:
        known["geometry"] = KNOWN["geometry"]
    return {**body, **known}


def filled(given, value):
    """A value of the generated kind: ids of growers are numbers."""
    values = value.split(",")
    if isinstance(given, list):
        return [int(one) if one.isdigit() else one for one in values]
    return int(value) if isinstance(given, int) else value


@schemathesis.hook
def after_call(context, case, response):
    with lock:
        counts[f"{case.method.upper()} {case.operation.path} {response.status_code}"] += 1


@atexit.register
def write_counts():
    with open(os.environ["FURROW_COUNTS"], "w", encoding="utf-8") as file:
        json.dump(counts, file)
