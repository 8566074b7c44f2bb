import { useEffect, useState } from 'react'

// Browsers do not send the fragment to the server; only the `Authorization` header carries the token.
const tokenInUrl = (): string => decodeURIComponent(location.hash.slice(1))

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
