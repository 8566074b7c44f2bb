/**
 * A process that uses the local DynamoDB engine of the folder in its first argument. It sends the
 * engine's pid to its parent, at first and after each restart, and closes when the parent disconnects.
 */
import { startLocalEngine } from '../../src/adapters/dynamodb-local/local-engine.ts'

const [, , dataDir = ''] = process.argv
const engine = await startLocalEngine({
  dataDir,
  onExit: ({ replacedBy }) => process.send?.({ pid: replacedBy }),
})
process.on('disconnect', () => void engine.close())
process.send?.({ pid: engine.pid() })
