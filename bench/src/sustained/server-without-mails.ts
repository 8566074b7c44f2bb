/** A server like `npm start` that sends and keeps no emails. */
import { readConfig } from '../../../packages/server/src/composition/config.ts'
import { startServer } from '../../../packages/server/src/composition/serve.ts'

const server = await startServer(
  { ...readConfig(process.env), sendsMails: false },
  { print: () => {}, isTerminal: false },
)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
