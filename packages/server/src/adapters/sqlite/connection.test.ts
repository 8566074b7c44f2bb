import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from './connection.ts'

test('a connection syncs the log at every commit, so acknowledged writes are on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-connection-'))
  const database = connect(join(folder, 'test.db'))
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  expect(pragma('journal_mode')).toBe('wal')
  // 2 is FULL: in WAL mode, a sync per commit. 1 would sync only at checkpoints.
  expect(pragma('synchronous')).toBe(2)
  // SQLite's own wait for a lock would block the event loop.
  expect(pragma('busy_timeout')).toBe(0)
  database.close()
  rmSync(folder, { recursive: true })
})
