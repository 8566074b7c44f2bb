import { readFileSync, writeFileSync } from 'node:fs'
import { codeBlockTables, withTables } from './table.ts'

/** `npm run docs:code-blocks` writes the tables of code blocks in `docs/testing.md`. */
const path = 'docs/testing.md'
writeFileSync(path, withTables(readFileSync(path, 'utf8'), codeBlockTables('.')))
