import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { childEnv } from './child-env.ts'

/** The result of a command. */
export interface Run {
  readonly exitCode: number
  readonly report: string
  readonly notices: string
}

/** Runs an entrypoint in a separate process, with exactly these settings. */
export async function runCommand(
  entrypoint: string,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Run> {
  const path = fileURLToPath(new URL(`../../src/entrypoints/${entrypoint}.ts`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
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
