import { buildReact } from './build.ts'

/** `npm run react:build` builds the React package in `packages/react/dist`. */
buildReact('packages/react/dist')
