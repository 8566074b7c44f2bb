import { runAsProcess } from '../composition/command.ts'
import { runVault, VAULT_USAGE } from '../composition/vault.ts'

await runAsProcess(runVault, VAULT_USAGE)
