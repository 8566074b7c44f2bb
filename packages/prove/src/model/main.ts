import { explore } from '@holdfast/engine/explore'
import { protocol } from './protocol.ts'
import { SCENARIOS, without } from './scenarios.ts'
import { RULES } from './world.ts'

/**
 * `npm run prove:model`: explores the protocol of ledgers and holds to its end, then without each of its rules.
 * Exits with 1 if the protocol breaks a promise, or if leaving out a rule breaks none.
 */

for (const { name, options } of SCENARIOS) {
  const beganAt = performance.now()
  const { stateCount, violation } = explore(protocol(options))
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1)
  console.log(`${name}: ${stateCount} states in ${seconds} s, ${violation?.text ?? 'no violation'}`)
  if (violation) {
    for (const step of violation.path) console.log(`    ${step}`)
    process.exitCode = 1
  }
}
for (const rule of RULES) {
  const { violation } = explore(protocol(without(rule)))
  console.log(`\nwithout "${rule}": ${violation?.text ?? 'NO VIOLATION FOUND'}`)
  for (const step of violation?.path ?? []) console.log(`    ${step}`)
  if (violation === undefined) process.exitCode = 1
}
