import { cruise } from './cruise.ts'
import { dependencyRules } from './dependency-rules.ts'

/** `npm run rules`: checks the imports of the whole repository, and says what each broken rule is for. */

const root = process.cwd()
const { moduleCount, violations } = await cruise(root)
const comments = new Map(dependencyRules(root).map((rule) => [rule.name, rule.comment]))
for (const { rule, from, to } of violations) {
  console.error(`${rule}: ${from} imports ${to}\n  ${comments.get(rule) ?? ''}`)
}
console.log(`${moduleCount} modules, ${violations.length} forbidden imports`)
process.exitCode = violations.length > 0 ? 1 : 0
