import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PRELOAD } from './fleet.ts'
import { CLOCK_OFFSET } from './preload-settings.ts'

const DOCTOR = fileURLToPath(new URL('../../../server/src/entrypoints/doctor.ts', import.meta.url))
const MAX_OUTPUT_BYTES = 16_000_000

/** Runs the doctor on the store, with the clock of the run; answers its output, and whether it found nothing. */
export async function runDoctor(
  env: Readonly<Record<string, string>>,
  offsetMilliseconds: number,
): Promise<{ readonly isHealthy: boolean; readonly output: string }> {
  const options = {
    env: {
      PATH: process.env.PATH ?? '',
      TZ: 'UTC',
      ...env,
      [CLOCK_OFFSET]: String(offsetMilliseconds),
    },
    maxBuffer: MAX_OUTPUT_BYTES,
  }
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', PRELOAD, DOCTOR],
      options,
    )
    return { isHealthy: true, output: stdout }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as {
      readonly stdout?: string
      readonly stderr?: string
    }
    return { isHealthy: false, output: `${stdout}${stderr}` || String(error) }
  }
}
