import { readFileSync, writeFileSync } from 'node:fs'
import { cruise } from '../rules/cruise.ts'
import { arrowsOf, mermaidOf, withGraph } from './graph.ts'

/** `npm run docs:contexts`: draws the imports between contexts into the architecture guide. */

const GUIDE = 'docs/architecture.md'
const graph = mermaidOf(arrowsOf((await cruise(process.cwd())).imports))
writeFileSync(GUIDE, withGraph(readFileSync(GUIDE, 'utf8'), graph))
