#!/usr/bin/env node
/**
 * Stands in for the shell's `exec` on Windows, which has none: runs the command in the arguments and exits
 * with its code. Elsewhere the shell's own `exec` hides this file, and `npm start` becomes the server's
 * process, so that it gets the signals that npm forwards.
 */
import { spawn } from 'node:child_process'

const [command = '', ...args] = process.argv.slice(2)
// Ctrl-C reaches both processes. This one waits for the other.
process.on('SIGINT', () => undefined)
const child = spawn(command === 'node' ? process.execPath : command, args, { stdio: 'inherit' })
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code) => process.exit(code ?? 1))
