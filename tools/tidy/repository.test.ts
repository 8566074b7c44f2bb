import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { noticesPage } from '../notices-page/page.ts'
import { CODE_CHECKS } from './code-checks.ts'
import { linksLeadSomewhere, namedPathsExist, treeOf } from './link-checks.ts'
import { repositoryFiles, repositoryPaths } from './source-file.ts'
import { TEXT_CHECKS } from './text-checks.ts'
import { ZONE_CHECKS } from './zone-checks.ts'

const files = repositoryFiles(process.cwd())
const tree = treeOf(repositoryPaths(process.cwd()), files)
const CHECKS = [
  ...CODE_CHECKS,
  ...TEXT_CHECKS,
  ...ZONE_CHECKS,
  linksLeadSomewhere(tree),
  namedPathsExist(tree),
]

test('the files of the repository are found', () => {
  expect(files.map((file) => file.path)).toEqual(
    expect.arrayContaining([
      'package-lock.json',
      'packages/engine/src/index.ts',
      'packages/server/src/kernel/keys.ts',
      'tools/tidy/repository.test.ts',
    ]),
  )
})

test('docs/notices.md is up to date: run `npm run docs:notices` after a change of who is told of what', () => {
  expect(readFileSync('docs/notices.md', 'utf8')).toBe(noticesPage())
})

test.each(CHECKS)('$name', (check) => {
  const findings = files
    .filter((file) => check.applies(file.path))
    .flatMap((file) => check.find(file).map(({ line, what }) => `${file.path}:${line} ${what}`))
  expect(findings).toEqual([])
})
