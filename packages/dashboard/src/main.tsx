import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './data/create-queries.ts'
import { router } from './router.tsx'
import { applyTheme, readTheme } from './shell/theme.ts'
import './styles.css'

const queries = createQueries(() => {
  const { pathname, href } = router.state.location
  if (pathname !== '/login') void router.navigate({ to: '/login', search: { from: href } })
})
applyTheme(readTheme())
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
