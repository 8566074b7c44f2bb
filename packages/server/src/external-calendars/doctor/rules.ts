import { connectionDueRule, connectionRule } from './connections.ts'
import { credentialRule } from './credentials.ts'

/** The rules of the doctor about several items of this context. */
export const CONNECTION_RULES = [connectionDueRule, connectionRule, credentialRule] as const
