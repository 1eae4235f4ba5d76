# ars-pandoc with its own Pandoc and Typst:
#   docker build -t ars-pandoc .
#   docker run --rm -v "$PWD:/work" ars-pandoc check paper.md
#   docker run --rm -v "$PWD:/work" ars-pandoc render paper.md --citeproc -o paper.pdf
FROM python:3.12-slim-bookworm AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY ars_pandoc ./ars_pandoc
COPY templates ./templates
COPY _extensions ./_extensions
COPY docs/man ./docs/man
RUN python -m venv /opt/ars && /opt/ars/bin/pip install --no-cache-dir .

FROM python:3.12-slim-bookworm
COPY --from=build /opt/ars /opt/ars
ENV PATH="/opt/ars/bin:$PATH" \
    PYTHONUTF8=1
RUN useradd --create-home --uid 1000 writer
USER 1000
WORKDIR /work
ENTRYPOINT ["ars"]
CMD ["--help"]
