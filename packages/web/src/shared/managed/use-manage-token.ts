import { useEffect, useState } from 'react'

// Browsers do not send the fragment to the server; only the `Authorization` header carries the token.
const tokensInUrl = (): readonly string[] => decodeURIComponent(location.hash.slice(1)).split('.')
const tokenInUrl = (): string => tokensInUrl()[0] ?? ''

/** The token that proves the booker's email address, in links to confirm it. */
export const emailProofInUrl = (): string | undefined => tokensInUrl()[1]

/** The manage token in the URL's fragment; follows links that change only the fragment. */
export function useManageToken(): string {
  const [token, setToken] = useState(tokenInUrl)
  useEffect(() => {
    const follow = () => setToken(tokenInUrl())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return token
}
