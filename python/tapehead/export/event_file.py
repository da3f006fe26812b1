"""TensorBoard's event files: records of length, bytes and checksums (TensorFlow's record_writer.h). The bytes are
protocol buffers of event.proto and summary.proto; only the fields that are written are declared here."""
import struct

import crcmod.predefined
from google.protobuf import descriptor_pb2, message_factory

VERSION = "brain.Event:2"
DT_STRING = 7  # from types.proto
MASK = 0xa282ead8  # TensorFlow masks checksums: a checksum over bytes that hold checksums would be weak
CRC = crcmod.predefined.mkCrcFun("crc-32c")

FIELDS = {  # message: name, number, type, whether repeated
    "Dim": [("size", 1, "int64", False)],
    "Shape": [("dim", 2, "Dim", True)],
    "Tensor": [("dtype", 1, "int32", False), ("tensor_shape", 2, "Shape", False), ("string_val", 8, "bytes", True)],
    "Plugin": [("plugin_name", 1, "string", False)],
    "Metadata": [("plugin_data", 1, "Plugin", False)],
    "Value": [("tag", 1, "string", False), ("simple_value", 2, "float", False), ("tensor", 8, "Tensor", False),
              ("metadata", 9, "Metadata", False)],
    "Summary": [("value", 1, "Value", True)],
    "Event": [("wall_time", 1, "double", False), ("step", 2, "int64", False), ("file_version", 3, "string", False),
              ("summary", 5, "Summary", False)],
}


def messages():
    """Message name → class."""
    kinds = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="tapehead_events.proto", package="tapehead", syntax="proto2")
    for name, fields in FIELDS.items():
        message = file.message_type.add(name=name)
        for called, number, kind, repeated in fields:
            field = message.field.add(name=called, number=number,
                                      label=kinds.LABEL_REPEATED if repeated else kinds.LABEL_OPTIONAL)
            if kind in FIELDS:
                field.type, field.type_name = kinds.TYPE_MESSAGE, f".tapehead.{kind}"
            else:
                field.type = getattr(kinds, f"TYPE_{kind.upper()}")
    return {full.rsplit(".", 1)[1]: made for full, made in message_factory.GetMessages([file]).items()}


Event = messages()["Event"]


def masked_crc(data):
    crc = CRC(data)
    return ((crc >> 15 | crc << 17) + MASK) & 0xffffffff


def record(event):
    data = event.SerializeToString()
    length = struct.pack("<Q", len(data))
    return b"".join((length, struct.pack("<I", masked_crc(length)), data, struct.pack("<I", masked_crc(data))))


def begin(when):
    """The first record of every file."""
    return record(Event(wall_time=when, file_version=VERSION))


def scalars(when, step, values):
    """One event with {tag: number}."""
    event = Event(wall_time=when, step=step)
    for tag, value in values.items():
        event.summary.value.add(tag=tag, simple_value=value)
    return record(event)


def text(when, tag, words):
    """One event with a text, which TensorBoard reads as Markdown."""
    event = Event(wall_time=when, step=0)
    value = event.summary.value.add(tag=f"{tag}/text_summary")
    value.metadata.plugin_data.plugin_name = "text"
    value.tensor.dtype = DT_STRING
    value.tensor.tensor_shape.dim.add(size=1)
    value.tensor.string_val.append(words.encode())
    return record(event)
