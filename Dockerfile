FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json vite.server.config.ts ./
COPY src ./src
# The command line calls the API through the client.
COPY clients/typescript/src ./clients/typescript/src
RUN npm run build:service

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# No production dependency needs an install script.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production \
    PROMPTHOLD_HTTP_HOST=0.0.0.0 \
    PROMPTHOLD_STORAGE_URL=sqlite:/data/prompthold.db \
    PROMPTHOLD_KEYRING_FILE=/data/keyring.json
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# For commands in the container: docker exec … prompthold doctor.
RUN install -d -o 1000 -g 1000 -m 700 /data \
    && chmod 755 dist/main.js \
    && ln -s /app/dist/main.js /usr/local/bin/prompthold
# The user node, as a number: orchestrators can then verify that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 \
  CMD ["node", "dist/main.js", "doctor", "--ready"]
# No shell in between, so that SIGTERM reaches the service and it stops gracefully. SIGUSR1 would open the debugger.
ENTRYPOINT ["node", "--disable-sigusr1", "dist/main.js"]
CMD ["serve"]
