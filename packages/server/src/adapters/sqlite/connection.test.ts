import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from './connection.ts'

test('a connection syncs the log at every commit, so that what is acknowledged is on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-connection-'))
  const database = connect(join(folder, 'test.db'))
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  expect(pragma('journal_mode')).toBe('wal')
  // 2 is FULL: in WAL, a sync for each commit; 1 would sync at checkpoints only.
  expect(pragma('synchronous')).toBe(2)
  // SQLite's own wait for a lock would stop the event loop.
  expect(pragma('busy_timeout')).toBe(0)
  database.close()
  rmSync(folder, { recursive: true })
})
