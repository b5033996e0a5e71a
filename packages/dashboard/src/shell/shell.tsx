import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followEvents } from '../data/live-updates.ts'
import { Toasts } from '../ui/toasts.tsx'
import { AddressField } from './address-field.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Nav } from './nav.tsx'

/** What every page has around it. */
export function Shell() {
  const queries = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    void followEvents(queries, end.signal)
    return () => end.abort()
  }, [queries])
  return (
    <div className="app">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Nav />
      <main className="main" id="main" tabIndex={-1}>
        <AddressField />
        <ConnectionBanner />
        <Outlet />
      </main>
      <Toasts />
    </div>
  )
}
