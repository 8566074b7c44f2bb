import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from './logger.ts'

let folder: string
let file: string
let descriptor: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-logger-'))
  file = join(folder, 'log')
  descriptor = openSync(file, 'a')
})
afterEach(() => {
  closeSync(descriptor)
  rmSync(folder, { recursive: true })
})

const lines = (): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly msg: string }).msg)

test('a warning is written at once, together with all lines before it', () => {
  const logger = createLogger('info', descriptor)
  logger.debug('below the level')
  logger.info('first')
  expect(lines()).toEqual([])
  logger.warn('second')
  expect(lines()).toEqual(['first', 'second'])
  logger.error('third')
  expect(lines()).toEqual(['first', 'second', 'third'])
})

test('a single line is written even if no other follows', async () => {
  createLogger('info', descriptor).info('alone')
  await vi.waitFor(() => expect(lines()).toEqual(['alone']), { timeout: 10_000 })
})

test('a process that exits loses no line', () => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(import.meta.resolve('./logger.ts'))})
    createLogger('info').info('last words')
    process.exit(3)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(status).toBe(3)
  expect(stdout).toContain('"msg":"last words"')
})
