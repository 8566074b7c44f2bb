import { buildClient } from './build.ts'

/** `npm run client:build` writes the client as it is published into `packages/client/dist`. */
buildClient('packages/client/dist')
