"""
Totals of the samples, as JSON by their paths: python totals.py FOLDER. Nothing of the service is used. The crop's pounds per bushel and its
standard moisture are those of the crop table of the contract.
"""

import json
import sys
from os.path import join
import deere
import delimited
import task_data

AS_IT_IS = {"outOfStandardOperations": True}
UNCLEANED = {**AS_IT_IS, "cleanupStandardGeojson": False}
# Sums over columns agree to the digits in which points are written.
EXACT: dict[str, float] = {}
# Steps are measured on the ellipsoid, here and in the service, whose points have rounded rates and whole seeds.
ALONG_THE_WAY = {"totalDistance": 1e-5, "totalArea": 1e-5, "totalPlanted": 1e-4}

SAMPLES = {
    "JohnDeere+SampleData/Export From MyJohnDeere - Harvest.zip": (deere, EXACT, {}, lambda path: deere.harvest(path, 60, 13)),
    "JohnDeere+SampleData/Gen4 - 4600 Harvest Data - Polygon - OneHertz.zip": (deere, EXACT, {}, lambda path: deere.harvest(path, 56, 15)),
    "JohnDeere+SampleData/Gen4 - 4600 Application Data - Point - OneHertz.zip": (deere, EXACT, {}, deere.application),
    "JohnDeere+SampleData/Gen4 - 4600 Application Data - Polygon - EachSensor.zip": (deere, EXACT, {}, deere.application),
    "cedricbouffard+yieldcleanr/sample1.txt": (delimited, EXACT, {}, lambda path: delimited.ag_leader(path, 60, 13)),
    "cedricbouffard+yieldcleanr/sample4.txt": (delimited, EXACT, {}, lambda path: delimited.ag_leader(path, 56.57, 15)),
    "CSIRO-Precision-Agriculture+pyprecag/area2_yield_ISO-8859-1.csv": (delimited, EXACT, AS_IT_IS, delimited.metric_table),
    "dev4Agriculture+isoxml-dotnet/SingleDPD.zip": (task_data, ALONG_THE_WAY, AS_IT_IS, task_data.sections_sown),
    "dev4Agriculture+isoxml-dotnet/MultiSubFolderAndMac.zip": (task_data, ALONG_THE_WAY, AS_IT_IS, task_data.sections_sown),
    "dev4Agriculture+isoxml-dotnet/CorruptStream.zip": (task_data, ALONG_THE_WAY, UNCLEANED, task_data.counted_mass),
    "dev4Agriculture+isoxml-dotnet/TotalsTests_TASKDATA.zip": (task_data, ALONG_THE_WAY, AS_IT_IS, task_data.logged_nothing),
}
# Plans, fields and prescriptions: no task has a time log, so that there is no work.
PLANS = [
    "dev4Agriculture+isoxml-dotnet/MultiFields.zip",
    "dev4Agriculture+isoxml-dotnet/MultiplyTaskdataXML.zip",
    "dev4Agriculture+isoxml-dotnet/ValidLinkList.zip",
    "dev4Agriculture+isoxml-js/grid-without-binary.zip",
    "dev4Agriculture+isoxml-js/task_with_grid.zip",
    "dev4Agriculture+isoxml-js/task_with_warnings.zip",
    "kunzhoudk+isoxml-py/v3_onesoil_demo.zip",
    "kunzhoudk+isoxml-py/v4_farmdoc_field_export.zip",
    "kunzhoudk+isoxml-py/v4_farmdoc_seeding.zip",
]


def counted(folder: str) -> dict:
    found = {}
    for sample, (reader, tolerances, settings, read) in SAMPLES.items():
        path = join(folder, sample)
        of_tasks = {"tasksWithLogs": len(task_data.tasks(path))} if reader is task_data else {}
        found[sample] = {"by": reader.BY, "tolerances": tolerances, "settings": settings, **of_tasks, "sets": read(path)}
    for sample in PLANS:
        tasks = task_data.tasks(join(folder, sample))
        found[sample] = {"by": task_data.BY, "tolerances": EXACT, "settings": {}, "tasksWithLogs": len(tasks), "sets": []}
    return found


json.dump(counted(sys.argv[1]), sys.stdout, indent=2)
