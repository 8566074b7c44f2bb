import { useEffect, useState } from 'react'

// The fragment never leaves the browser but in the header of a call.
const tokenOfAddress = (): string => decodeURIComponent(location.hash.slice(1))

/** The manage token in the fragment of the address, also of a link that is opened in the same page. */
export function useManageToken(): string {
  const [token, setToken] = useState(tokenOfAddress)
  useEffect(() => {
    const follow = () => setToken(tokenOfAddress())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return token
}
