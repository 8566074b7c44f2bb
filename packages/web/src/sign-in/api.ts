import { type components, createClient, isProblem, unwrap } from '@holdfast/client'
import { BASE_PATH } from '../shared/base-path.ts'

/** The client for this page's own server. The cookies of the sign-in authenticate it. */
export const api = createClient({ baseUrl: BASE_PATH })

type Schemas = components['schemas']

/** The outcome of a sign-in. Without a session, the person has to choose one of the accounts. */
export type SignedIn = Schemas['SignedIn']
export type Session = Schemas['Session']

export { isProblem, unwrap }
