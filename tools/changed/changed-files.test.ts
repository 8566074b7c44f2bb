import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesSince, defaultBase } from './changed-files.ts'

let root = ''
const git = (...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
  })
}
const write = (path: string, text: string): void => writeFileSync(join(root, path), text)

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'changed-files-'))
  git('init', '--quiet')
  write('.gitignore', 'ignored.txt\n')
  write('kept.txt', 'kept\n')
  write('changed.txt', 'before\n')
  write('removed.txt', 'removed\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Add the first files')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('changed, new and deleted files are found, and ignored ones are not', () => {
  write('changed.txt', 'after\n')
  write('new.txt', 'new\n')
  write('ignored.txt', 'ignored\n')
  rmSync(join(root, 'removed.txt'))
  expect(changesSince(root, 'HEAD')).toEqual({
    present: ['changed.txt', 'new.txt'],
    deleted: ['removed.txt'],
  })
})

test('a change is compared with the last commit, and a clean folder with the commit before', () => {
  expect(defaultBase(root)).toBe('HEAD')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Change the first files')
  expect(defaultBase(root)).toBe('HEAD~1')
  expect(changesSince(root, 'HEAD~1').deleted).toEqual(['removed.txt'])
})

test('a commit that does not exist is an error', () => {
  expect(() => changesSince(root, 'no-such-commit')).toThrow(/no-such-commit/)
})
