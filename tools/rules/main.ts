import { cruise } from './cruise.ts'
import { violationLines } from './violation-lines.ts'

/** `npm run rules`: checks the imports of the whole repository, and says what each broken rule is for. */

const root = process.cwd()
const { moduleCount, violations } = await cruise(root)
for (const line of violationLines(root, violations)) console.error(line)
console.log(`${moduleCount} modules, ${violations.length} forbidden imports`)
process.exitCode = violations.length > 0 ? 1 : 0
