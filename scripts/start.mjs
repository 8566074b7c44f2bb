/**
 * Starts the server: the program of `npm start`. JavaScript, because Node loads its remover of types for the first
 * TypeScript file that it has not compiled before. With the compiled modules of an earlier start it then needs none,
 * which saves memory and CPU time.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/holdfast/', import.meta.url)))
await import('../packages/server/src/entrypoints/node.ts')
