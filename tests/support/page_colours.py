"""What eyes see of a colour: contrast, and differences with each kind of colour blindness."""
import numpy

# A colour as seen without one kind of cone (Machado, Oliveira & Fernandes 2009, severity 1), in linear RGB.
SIGHT = {
    "all cones": numpy.eye(3),
    "protanopia": [[.152286, 1.052583, -.204868], [.114503, .786281, .099216], [-.003882, -.048116, 1.051998]],
    "deuteranopia": [[.367322, .860646, -.227968], [.280085, .672501, .047413], [-.011820, .042940, .968881]],
    "tritanopia": [[1.255528, -.076749, -.178779], [-.078411, .930809, .147602], [.004733, .691367, .303900]],
}


def linear(colour):
    parts = numpy.array([int(colour[at:at + 2], 16) for at in (1, 3, 5)]) / 255
    return numpy.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    dark, light = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(light):
    """CIE L*a*b* of linear RGB, under D65."""
    white = numpy.array([0.9505, 1, 1.089])
    to_xyz = numpy.array([[.4124, .3576, .1805], [.2126, .7152, .0722], [.0193, .1192, .9505]])
    xyz = to_xyz @ numpy.clip(light, 0, 1) / white
    bent = numpy.where(xyz > 0.008856, numpy.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return numpy.array([116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])])
