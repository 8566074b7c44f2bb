import { buildEngine } from './build.ts'

/** `npm run engine:build` builds the engine as a package in `packages/engine/dist`. */
buildEngine('packages/engine/dist')
