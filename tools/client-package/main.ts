import { buildClient } from './build.ts'

/** `npm run client:build` builds the client package in `packages/client/dist`. */
await buildClient('packages/client/dist')
