import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('./give-up.ts', import.meta.url).href

/** Runs a program that watches itself; answers its exit code and what it said on stderr. */
const run = (rest: string) =>
  new Promise<{ readonly code: number | string; readonly said: string }>((resolve) => {
    const program = `
      import { giveUpIfStuck } from ${JSON.stringify(MODULE)}
      const hasReport = giveUpIfStuck()
      ${rest}`
    const args = ['--input-type=module', '--eval', program]
    execFile(process.execPath, args, (error, _, said) => resolve({ code: error?.code ?? 0, said }))
  })

test('a run that fails says why and exits with 2', async () => {
  const { code, said } = await run("await Promise.reject(new Error('no server starts'))")
  expect(code).toBe(2)
  expect(said).toContain('The run cannot go on. Error: no server starts')
})

test('a run that waits for what cannot happen says so and exits with 2', async () => {
  const { code, said } = await run('await new Promise(() => {})')
  expect(code).toBe(2)
  expect(said).toContain('It waits for something, but nothing is left that could bring it about.')
})

test('a run that has its report ends with its own exit code', async () => {
  expect(await run('hasReport(); process.exitCode = 1')).toEqual({ code: 1, said: '' })
})
