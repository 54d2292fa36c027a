"""Events of a Les Houches file as other programs write them: each variant has the same events in another dress.

    python3 foreign_events.py FILE FOLDER    writes FOLDER/NAME.lhe for each of them

Formats are those of MadGraph 2 and 3, MC@NLO in it, Sherpa, POWHEG, Whizard and Pythia 6, as their files show them.
"""

import gzip
import math
import re
import sys

SHOWER_MASSES = {1: 0.33, 2: 0.33, 3: 0.5, 4: 1.5, 5: 4.8, 11: 0.000511}


def boost(p, frame, sign):
    """A momentum (E, x, y, z) into the rest frame of another (sign -1), or out of it (1)."""
    mass = math.sqrt(frame[0] ** 2 - sum(c * c for c in frame[1:]))
    along = sign * sum(a * b for a, b in zip(p[1:], frame[1:]))
    energy = (p[0] * frame[0] + along) / mass
    factor = sign * (p[0] + energy) / (frame[0] + mass)
    return [energy] + [a + factor * b for a, b in zip(p[1:], frame[1:])]


def give_masses(momenta, masses, frame):
    """Momenta with other masses, scaled by one number in the rest frame of their sum."""
    rest = [boost(p, frame, -1) for p in momenta]
    squares = [sum(c * c for c in p[1:]) for p in rest]
    total, low, high = sum(p[0] for p in rest), 0.0, 2.0
    for _ in range(200):
        scale = (low + high) / 2
        below = sum(math.sqrt(scale * scale * s + m * m) for s, m in zip(squares, masses)) < total
        low, high = (scale, high) if below else (low, scale)
    return [boost([math.sqrt(scale * scale * s + m * m)] + [scale * c for c in p[1:]], frame, 1)
            for p, s, m in zip(rest, squares, masses)]


class Event:
    def __init__(self, text):
        rows = [line.split() for line in text.strip().split("\n") if not line.startswith("#")]
        self.head, self.rows = rows[0], [row[:] for row in rows[1:]]

    def p(self, i):
        return [float(self.rows[i][9]), *map(float, self.rows[i][6:9])]

    def put(self, i, p, mass):
        self.rows[i][6:11] = ["%.17g" % value for value in (*p[1:], p[0], mass)]

    def children(self, line):
        """Places of what comes from a line (-1: from the collision)."""
        return [i for i, row in enumerate(self.rows) if row[1] != "-1" and
                (int(row[2]) - 1 if self.rows[int(row[2]) - 1][1] == "2" else -1) == line]

    def with_shower_masses(self, line=-1, frame=None):
        """As MC@NLO and POWHEG have them, who hand events to showers: also what comes in."""
        places = self.children(line)
        before = [self.p(i) for i in places]
        if line < 0:
            frame = [sum(c) for c in zip(*before)]
        else:  # what the line had, boosted to what it has now
            old = [sum(c) for c in zip(*before)]
            before = [boost(boost(p, old, -1), frame, 1) for p in before]
        masses = [SHOWER_MASSES.get(abs(int(self.rows[i][0])), float(self.rows[i][10])) for i in places]
        for i, p, mass in zip(places, give_masses(before, masses, frame), masses):
            if self.rows[i][1] == "2":
                self.with_shower_masses(i, p)
            self.put(i, p, mass)
        if line < 0:
            incoming = [i for i, row in enumerate(self.rows) if row[1] == "-1"]
            masses = [SHOWER_MASSES.get(abs(int(self.rows[i][0])), 0) for i in incoming]
            for i, p, mass in zip(incoming, give_masses([self.p(i) for i in incoming], masses, frame), masses):
                self.put(i, p, mass)

    def text(self, head=None, join=" "):
        rows = [self.head if head is None else head, *self.rows]
        return "\n".join(join.join(row) for row in rows) + "\n"


class File:
    def __init__(self, path):
        self.text = open(path).read()
        self.init = self.text.split("<init>\n")[1].split("</init>")[0].strip().split("\n")
        self.init = [line for line in self.init if not line.startswith("<")]
        self.bodies = re.findall(r"<event>\n(.*?)</event>", self.text, re.S)

    def events(self):
        return [Event(body) for body in self.bodies]

    def beams(self, weighting, processes):
        words = self.init[0].split()
        return "  ".join([*words[:8], str(weighting), str(processes)]) + "\n"

    def numbers(self):
        return [line.split() for line in self.init[1:]]


def fortran(number):
    """-.9114E+02, as formats of Fortran leave the zero away."""
    digits = "%.16E" % number
    mantissa, power = digits.split("E")
    return "%s.%s%sE%+03d" % ("-" if number < 0 else "", mantissa.strip("-")[0], mantissa.split(".")[1], int(power) + 1)


def madgraph_2(file):
    """Weights that add up to the cross section (IDWTUP 3), processes from the last on, lists of clusterings, no helicity of
    lines; comments behind the beams' energies."""
    count = len(file.bodies)
    processes = [[row[0], row[1], "%.9g" % (float(row[0]) / count), row[3]] for row in reversed(file.numbers())]
    text = '<LesHouchesEvents version="1.0">\n<header>\n<!--\n-->\n<MG5ProcCard>\ndefine p = g u c d s u~ c~ d~ s~\n</MG5ProcCard>\n'
    text += "<slha>\nBlock mass\n    6 1.700000e+02 # MT\n   23 9.118800e+01 # MZ\nDECAY  6 1.300000e+00 # WT\nDECAY  23 2.441404e+00 # WZ\n</slha>\n"
    text += "<MGRunCard>\n 1 = ickkw ! 0 no matching\n</MGRunCard>\n</header>\n<init>\n" + file.beams(3, len(processes))
    text += "".join(" ".join(row) + "\n" for row in processes) + "</init>\n"
    for event in file.events():
        event.head[2] = "%.9g" % (float(event.head[2]) / count)
        for row in event.rows:
            row[11:13] = ["0.", "0." if row[1] == "2" else row[12]]
        text += "<event>\n" + event.text(join="   ") + "#  0.1300000E+05  0.1300000E+05\n<clustering>\n"
        text += '<clus scale="   90.308">  4  5 -1 -1</clus>\n<clus scale="   91.188">  1  4  2 -1</clus>\n</clustering>\n</event>\n'
    return text + "</LesHouchesEvents>\n"


def madgraph_3(file):
    """Weights in groups, one of which is not closed in its own line, identifiers in either quotation mark, ends of lines of
    Windows, <mgrwt> and <scales> of partons."""
    text = '<LesHouchesEvents version="3.0">\n<header>\n<MGVersion>\n3.5.1\n</MGVersion>\n<initrwgt>\n'
    text += '<weightgroup name="Central scale variation" combine="envelope">\n'
    text += '<weight id="1" MUR="0.5" MUF="0.5" PDF="247000" > MUR=0.5 MUF=0.5  </weight>\n</weightgroup> # scale\n'
    text += "<weightgroup name='mg_reweighting' weight_name_strategy='includeIdInWeightName'>\n"
    text += "<weight id='rwgt_1'>set param_card dim6 1 -3.0 # orig: 1.0\nset param_card dim6 2 0.5 # orig: 0.0\n</weight>\n"
    text += "</weightgroup>\n</initrwgt>\n<MGGenerationInfo>\n#  Number of Events        :       40\n</MGGenerationInfo>\n</header>\n<init>\n"
    text += "\n".join(file.init) + "\n<generator name='MadGraph5_aMC@NLO' version='3.5.1'>please cite 1405.0301 </generator>\n</init>\n"
    for event in file.events():
        weight = float(event.head[2])
        for row in event.rows:
            row[12] = "%.4e" % float(row[12])
        text += "<event>\n" + event.text() + "<mgrwt>\n<rscale>  1 0.91188000E+02</rscale>\n<asrwt>0</asrwt>\n"
        text += '<pdfrwt beam="1">  1        2 0.10059778E+00 0.91188000E+02</pdfrwt>\n<totfact> 0.11837E+03</totfact>\n</mgrwt>\n'
        text += "<scales pt_clust_1=\"6500.00000\" pt_clust_3='25.5'></scales>\n"
        text += "<rwgt>\n<wgt id='1'> %+.7e </wgt>\n<wgt id=\"rwgt_1\"> %+.7e </wgt>\n</rwgt>\n</event>\n" % (1.1 * weight, 0.9 * weight)
    return (text + "</LesHouchesEvents>\n").replace("\n", "\r\n")


def mcnlo(file):
    """Marks behind blanks, numbers without a zero in front, both kinds of npLO, masses that the shower needs, weights of both
    signs, a number alone in the header."""
    text = '<LesHouchesEvents version="3.0">\n  <!--\nHERWIG6\n  -->\n  <header>\n  <MonteCarloMasses>\n       1  0.330000E+00\n  </MonteCarloMasses>\n'
    text += "         40\n  </header>\n  <init>\n   " + file.beams(-4, len(file.numbers()))
    text += "".join(" %s %s %s      %s\n" % tuple(row) for row in file.numbers()) + "  </init>\n"
    for number, event in enumerate(file.events()):
        event.with_shower_masses()
        head = [*event.head[:2], *(fortran(float(word)) for word in event.head[2:])]
        if number % 3 == 0:
            head[2] = "-" + head[2]
        for row in event.rows:
            row[6:] = [*(fortran(float(word)) for word in row[6:11]), "0.0000E+00", "0.9000E+01"]
        text += "  <event npLO=' -1 ' npNLO=' 1 '>\n  " + event.text(head, "  ")
        text += "#aMCatNLO 2  5  3  3  1 0.45933500E+02 0.45933500E+02 9  0  0 0.99999999E+00 0.69338413E+00\n  </event>\n"
    return text + "</LesHouchesEvents>\n"


def sherpa(file):
    """Cross sections that nobody has filled in, trials, and squares of scales, in the mark of each event."""
    text = '<LesHouchesEvents version="1.0">\n<header>\n<!--\n# created by SHERPA 3.0.1\n-->\n<SHRunCard>\nBEAMS: 2212\n</SHRunCard>\n</header>\n<init>\n'
    text += file.beams(3, 1) + "   1   1   1   1\n</init>\n"
    for number, event in enumerate(file.events()):
        trials, scale = 1 + number % 3, float(event.head[3])
        event.head[1:4] = "1", "%.17g" % (2 * float(event.head[2])), "1000"  # where nobody is to look for the scale
        for row in event.rows:
            row[11:13] = "0", "9"
        event.rows = [row for row in event.rows if row[1] != "2"]
        for row in event.rows[2:]:
            row[2:4] = "1", "2"
        event.head[0] = str(len(event.rows))
        text += "<event trials='%d' muf2='%.17g' mur2='%.17g'>\n%s</event>\n" % (trials, scale ** 2, scale ** 2, event.text(join="  "))
    return text + "</LesHouchesEvents>\n"


def powheg(file):
    """No header but a comment, no cross section, one process of a large number, weights in a list, masses of leptons and of
    charm and bottom."""
    text = '<LesHouchesEvents version="3.0">\n<!--\nfile generated with POWHEG-BOX-V2\nInput file powheg.input contained:\nnumevts 40 ! events\n'
    text += "End of powheg.input content\n-->\n<header>\n<initrwgt>\n<weight id='1'>default</weight>\n<weight id='2' >muR=2</weight>\n</initrwgt>\n</header>\n"
    text += "<init>\n" + file.beams(-4, 1) + " -1.00000E+00 -1.00000E+00  1.00000E+00  10001\n</init>\n"
    for event in file.events():
        event.with_shower_masses()
        event.head[1] = "10001"
        for row in event.rows:
            row[11:13] = "0.00000E+00", " 9.000E+00"
        text += "<event>\n  " + event.text(join="  ") + "#rwgt            1          97   1.0134670173666233E-002           1          27           0\n"
        text += "#pdf  -2  2 0.11059350E+00 0.28547052E+00 0.17331247E+03 0.55300424E+00 0.34715E+00\n<weights>\n"
        text += "%.5E\n%.5E\n</weights>\n</event>\n" % (float(event.head[2]), 1.1 * float(event.head[2]))
    return text + "</LesHouchesEvents>\n"


def whizard(file):
    """The generator's name as content, marks of its own in <init> and events; weights listed in <init> alone, as early files of
    version 3 have them."""
    text = '<LesHouchesEvents version="2.0">\n<header>\n</header>\n<init>\n' + "\n".join(file.init)
    text += '\n<generator version="3.1.4">WHIZARD</generator>\n<xsecinfo neve="40" totxsec="1.0" />\n<initrwgt>\n'
    text += '<weightgroup type="scale_variation" combine="envelope">\n<weight id="1001"> muR=0.1E+01 </weight></weightgroup></initrwgt>\n</init>\n'
    for event in file.events():
        text += "<event>\n " + event.text() + '<weight name="sqme_prc">1.5210038644E-01</weight>\n'
        text += "<rwgt><wgt id=\"1001\">%s</wgt></rwgt></event>\n" % event.head[2]
    return text + "</LesHouchesEvents>\n"


def pythia_6(file):
    """One mother of what has decayed, weights of one, processes with numbers of their own."""
    number = {row[3]: str(221 + 2 * i) for i, row in enumerate(file.numbers())}
    text = '<LesHouchesEvents version="1.0">\n<!--\n File generated with PYTHIA 6.413\n-->\n<init>\n' + file.beams(3, len(number))
    text += "".join(" %s %s 1.0 %s\n" % (row[0], row[1], number[row[3]]) for row in file.numbers()) + "</init>\n"
    for event in file.events():
        event.head[1:3] = number[event.head[1]], "1.000000E+00"
        for row in event.rows:
            row[12] = "9."
            if row[2] == row[3]:
                row[3] = "0"
        text += "<event>\n " + event.text() + "#pdf     2   -2  1.1059350620E-01\n</event>\n"
    return text + "</LesHouchesEvents>\n"


def broken(file):
    """The fifth event has a gluon or quark below zero energy, as a rare event of MC@NLO has."""
    parts = file.text.split("<event>\n")
    event = Event(parts[5].split("</event>")[0])
    jet = next(i for i, row in enumerate(event.rows) if row[1] == "1" and abs(int(row[0])) not in (11,))
    event.rows[jet][9] = "-" + event.rows[jet][9]
    parts[5] = event.text() + "</event>\n"
    return "<event>\n".join(parts)


def main(path, folder):
    file = File(path)
    for write in madgraph_2, madgraph_3, mcnlo, sherpa, powheg, whizard, pythia_6, broken:
        with open(f"{folder}/{write.__name__}.lhe", "w", newline="") as out:
            out.write(write(file))
    text = file.text.encode()
    with open(f"{folder}/members.lhe.gz", "wb") as out:  # as cat of compressed parts makes them
        for part in (text[:1000], text[1000:9000], text[9000:]):
            out.write(gzip.compress(part))


if __name__ == "__main__":
    main(*sys.argv[1:])
