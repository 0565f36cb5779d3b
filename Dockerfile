# Stage 1: build the bundle.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src src
COPY fixtures fixtures
COPY scenarios scenarios
COPY scripts scripts
RUN node scripts/build.mjs

# Stage 2: the program alone. The bundle has no dependencies, so there is nothing to install.
FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/dist dist
COPY package.json ./
RUN mkdir /data && chown node:node /data
USER node
# A throw-away container: reached from other containers, control API open, nothing kept unless /data is mounted and named.
ENV NODE_ENV=production \
    UNDERSTAY_HOST=0.0.0.0 \
    UNDERSTAY_CONTROL=open \
    UNDERSTAY_MEMORY=true \
    UNDERSTAY_SEED=1
EXPOSE 4010
HEALTHCHECK --interval=2s --timeout=3s --start-period=2s --retries=3 CMD ["node", "dist/main.js", "health"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["start"]
