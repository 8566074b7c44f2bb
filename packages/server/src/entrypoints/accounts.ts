import { ACCOUNTS_USAGE, runAccounts } from '../composition/accounts.ts'
import { runAsProcess } from '../composition/command.ts'

await runAsProcess(runAccounts, ACCOUNTS_USAGE)
