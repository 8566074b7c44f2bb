import { runAsProcess } from '../composition/command.ts'
import { runSignInLink, SIGN_IN_LINK_USAGE } from '../composition/sign-in-link.ts'

await runAsProcess(runSignInLink, SIGN_IN_LINK_USAGE)
