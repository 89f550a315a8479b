"""Small tables of targets and series, for tests of hindcasts."""

from __future__ import annotations

SERIES = ("id,title,record,per,scale,unit,model_measure,how\n"
          'arrests,Arrests,mine.csv,people.csv,1000,per 1000 a year,"1000 * rate(log arrested, all, WINDOW)",sum\n'
          "fear,Fear,,,1,score,\"mean(fear, all, WINDOW)\",mean\n")
TARGETS = ("id,kind,year_from,year_to,model_measure,value,low,high,unit,split,note\n"
           'arrests-1,series,0,0,"12000 * rate(log arrested, all, 0..11)",30,1,90,per 1000 a year,fit,E100k 30000\n'
           'fear-2,fact,1,1,"mean(fear, all, 12..23)",.5,0,.01,score,fit,\nlater,fact,2,2,"mean(fear, all, 24..35)",.5,'
           "0,1,score,judge,\n")


def write(folder) -> None:
    """The files of a small hindcast in a folder."""
    for name, text in (("series.csv", SERIES), ("targets.csv", TARGETS), ("mine.csv", "year,value\n0,30\n1,60\n2,90\n"),
                       ("people.csv", "year,value\n0,1000\n10,1000\n")):
        (folder / name).write_text(text, encoding="utf-8")
