# syntax=docker/dockerfile:1
# The base of the image. Any with Node 20.19 or later works; the release workflow passes Alpine with its digest:
# --build-arg RUNTIME=node:24-alpine@sha256:...
ARG RUNTIME=node:24-bookworm-slim

# Stage 1: build the bundle.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src src
COPY fixtures fixtures
COPY scenarios scenarios
COPY scripts scripts
# The documents are readable in the console; some pages are made of results and lists that stand elsewhere.
COPY docs docs
COPY README.md CHANGELOG.md ./
COPY packaging/compat/results.json packaging/compat/
COPY packaging/config.schema.json packaging/
COPY test/booking-contract/interface.ts test/booking-contract/
COPY test/clients/trial.json test/clients/
RUN node scripts/build.mjs

# Stage 2: the program alone. The bundle has no dependencies, so there is nothing to install.
FROM ${RUNTIME}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Understay" \
      org.opencontainers.image.description="Stateful mock server and API simulator for a property-booking service" \
      org.opencontainers.image.source="https://github.com/understay/understay" \
      org.opencontainers.image.documentation="https://github.com/understay/understay#readme" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
COPY LICENSE package.json packaging/docker/healthcheck.sh ./
COPY --from=build /app/dist dist
# "understay" is the program for docker exec, for jobs that use the image, and for images made from this one.
RUN mkdir /data && chown 1000:1000 /data && ln -s /app/dist/main.js /usr/local/bin/understay
# By number, so that Kubernetes can see that it is not root (runAsNonRoot). Both kinds of Node image call it "node".
USER 1000:1000
# Defaults for a disposable container: reachable from other containers, control API open, nothing stored unless /data is mounted and set.
ENV NODE_ENV=production \
    UNDERSTAY_HOST=0.0.0.0 \
    UNDERSTAY_CONTROL=open \
    UNDERSTAY_MEMORY=true \
    UNDERSTAY_SEED=1
EXPOSE 4010
# Each second: a check takes a few milliseconds without starting Node, and containers that depend on "healthy" start sooner.
HEALTHCHECK --interval=1s --timeout=3s --retries=10 CMD ["sh", "/app/healthcheck.sh"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["start"]
