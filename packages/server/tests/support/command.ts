import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { childEnv } from './child-env.ts'
import { type Entrypoint, entrypoint } from './entrypoints.ts'

/** The result of a command. */
export interface Run {
  readonly exitCode: number
  readonly report: string
  readonly notices: string
}

/** Runs a program in a separate process, with exactly these settings. */
export async function runCommand(
  program: Entrypoint,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Run> {
  const child = spawn(process.execPath, [await entrypoint(program), ...args], {
    env: { ...childEnv(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [report, notices, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { exitCode, report, notices }
}
