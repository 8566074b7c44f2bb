# The server in a container: one package, an unprivileged user, and nothing written outside /data.
#   docker build --tag holdfast .

# A digest pins it: --build-arg NODE_IMAGE=node:24-slim@sha256:...
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --ignore-scripts
RUN npm run package -- --to /packed
# The package depends on nothing, so the lock file decides about everything that is in the image.
RUN mkdir -p /app/node_modules/holdfast /data && tar -xzf /packed/holdfast-[0-9]*.tgz -C /app/node_modules/holdfast --strip-components=1

FROM ${NODE_IMAGE}
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /data /data
ENV NODE_ENV=production HOLDFAST_HOST=0.0.0.0 HOLDFAST_DATA_DIR=/data HOLDFAST_DEMO=off
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HOLDFAST_PORT || process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/holdfast/bin/holdfast.js"]
CMD ["start"]
