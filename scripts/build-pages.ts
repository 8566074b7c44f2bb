import { spawn } from 'node:child_process'

/**
 * Builds the pages and the documentation before a start, each in a process of its own, so that a machine with
 * two cores needs no longer for both. Does nothing if their sources have not changed. A server starts without its
 * documentation, but not without its pages.
 */

/** The exit code of a program of this repository. */
const run = (file: string): Promise<number> =>
  new Promise((resolve) => {
    spawn(process.execPath, [file], { stdio: 'inherit' }).on('exit', (code) => resolve(code ?? 1))
  })

const [pages, site] = await Promise.all([
  run('packages/web/build/main.ts'),
  run('packages/site/src/main.ts'),
])
if (site !== 0) console.error('The documentation could not be built. The server starts without it.')
process.exitCode = pages
