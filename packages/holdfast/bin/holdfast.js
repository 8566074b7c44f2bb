#!/usr/bin/env node
/**
 * `holdfast <command>`: runs a program of this package. On a Node without `node:sqlite`, it runs it with the Node
 * that npm has installed beside the package. JavaScript, because it is published as it is and an old Node loads it.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What each command does. The program of a command has the same name. */
const COMMANDS = {
  start: 'starts the server',
  doctor: 'checks the whole store for consistency; --repair fixes what is safe',
  backup: 'backs up store, keys and vault to one archive while servers run',
  restore: 'restores a backup into an empty data folder',
  compact: 'makes the SQLite file as small as what it contains, with all servers stopped',
  accounts: 'lists accounts; create, suspend, resume and delete them',
  'search-index': 'rebuild writes the words by which people are found anew',
  'sign-in-link': 'prints a link that signs a member in',
  'server-key': 'rotate replaces the key of manage links',
  vault: 'rotate re-encrypts stored secrets with a new key',
  'dead-letters': 'lists event tasks that failed for good; redrive queues them again',
  mcp: 'serves an assistant (Model Context Protocol) on standard input and output',
  prove: 'runs servers, clients and faults against each other, and checks every answer',
}

const NAME_WIDTH = 14
const COMMAND_LIST = Object.entries(COMMANDS)
  .map(([name, text]) => `  ${name.padEnd(NAME_WIDTH)}${text}\n`)
  .join('')

const USAGE = `Usage: npx holdfast <command> [options]

${COMMAND_LIST}
  npx holdfast <command> --help describes a command. --version prints the version.
  Settings are environment variables: see README.md in the package.
`

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url))
const packageFile = (path) => join(OWN_FOLDER, '..', path)

const RUNTIME = '@holdfast/runtime/package.json'

/** The path of the Node that npm installed for this machine. Undefined if there is none. */
function findRuntime() {
  const { platform, arch } = process
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  try {
    const nearby = createRequire(import.meta.url).resolve(RUNTIME)
    const manifest = createRequire(nearby).resolve(`${name}/package.json`)
    return join(dirname(manifest), 'bin', platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

/** Runs the same command with another Node and exits with its code. Passes signals on. */
function runWith(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  // A terminal sends its signal to both processes. The server ignores the second one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}

const PARENT_CHECK_MILLISECONDS = 250

/**
 * Stops this process when its parent has ended. npm runs a command in a shell and signals only that; most shells end
 * without passing the signal on.
 */
function endWithShell() {
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MILLISECONDS)
  timer.unref()
}

/** Node 22 warns of `node:sqlite` and `glob`, whose behavior Holdfast tests. */
function hideExperimentalWarnings() {
  const emit = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'object' ? rest[0]?.type : rest[0]
    if (type !== 'ExperimentalWarning') emit.call(process, warning, ...rest)
  }
}

async function run(command) {
  hideExperimentalWarnings()
  if (process.env.npm_command !== undefined && process.platform !== 'win32') endWithShell()
  if (process.getBuiltinModule?.('node:sqlite') !== undefined) {
    // The program reads its own arguments, as if it had been started by itself.
    process.argv.splice(1, 2, packageFile(`dist/${command}.js`))
    await import(`../dist/${command}.js`)
    return
  }
  const node = findRuntime()
  if (node !== undefined) return runWith(node)
  console.error(
    `Holdfast needs Node 22.13 or later, and this is Node ${process.versions.node}. Install a later Node. On Linux (x64, arm64) and Windows (x64), npm also installs a Node for it, as @holdfast/runtime: not with --omit=optional, and not from a tarball alone.`,
  )
  process.exitCode = 1
}

const [command = '--help'] = process.argv.slice(2)
if (Object.hasOwn(COMMANDS, command)) {
  await run(command)
} else if (command === '--help' || command === '-h' || command === 'help') {
  process.stdout.write(USAGE)
} else if (command === '--version' || command === '-v') {
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  process.stdout.write(`${version}\n`)
} else {
  process.stderr.write(`"${command}" is not a command.\n\n${USAGE}`)
  process.exitCode = 2
}
