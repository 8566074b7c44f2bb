/** What the context `identity` refuses. */
export type IdentityRefusal =
  | { readonly code: 'slug_taken'; readonly slug: string }
  | { readonly code: 'last_api_key' }
  /** The account already has a member with this address. */
  | { readonly code: 'member_exists'; readonly email: string }
  /** The member has signed in already, so there is no invitation to send. */
  | { readonly code: 'member_active'; readonly memberId: string }
  | { readonly code: 'last_owner' }
  /** An API key asks for what only a person has. */
  | { readonly code: 'no_person' }
  /** The link, passkey or challenge is unknown, expired or used, or belongs to another browser. */
  | { readonly code: 'sign_in_invalid' }
  /** The account is being deleted, so nothing of it changes any more. */
  | { readonly code: 'account_deleting'; readonly accountId: string }

declare module '../kernel/refusals.ts' {
  interface RefusalsOfContexts {
    readonly identity: IdentityRefusal
  }
}
