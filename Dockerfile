# Debian 12 with all that Tapehead needs, and the program, built.
#
#   docker build -t tapehead .
#   docker build -t tapehead --build-arg NATIVE=OFF .                               for other machines than this one
#   docker run --rm -v "$PWD/runs:/tapehead/runs" tapehead                          the first of the two commands
#   docker run --rm --shm-size=1g tapehead ./scripts/test.sh                        the second
#   docker run --rm -it -v "$PWD/runs:/tapehead/runs" tapehead bash                 anything else: tapehead train …
#
# The program is built for the processor of the machine that builds the image; with NATIVE=OFF it is one for all x86-64
# processors (docs/performance.md), and takes longer to compile.
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
WORKDIR /tapehead
COPY . .
ARG NATIVE=ON
RUN ./scripts/setup.sh build scripts && ./scripts/build.sh -DTAPEHEAD_NATIVE=$NATIVE
ENV PATH=/tapehead/build:$PATH
CMD ["./scripts/quickstart.sh"]
