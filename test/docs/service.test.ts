import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeApi } from '@canonist/server/internal/http/openapi/describe-api'
import { readCode, rowsUnder } from '../support/markdown.ts'
import { readText } from '../support/repository.ts'

const PAGE = readText('docs/reference/service.md')

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly 'x-role': string
  readonly responses: Readonly<Record<string, unknown>>
}

const described = Object.entries(describeApi('1.0.0').paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    request: `${method.toUpperCase()} ${path}`,
    operation: operation as Described,
  })),
)

test('the page lists the operations of the OpenAPI document, and no other', () => {
  assert.deepEqual(
    rowsUnder(PAGE, 'operation', 'request', 'role', 'does').map(([name, request, role, does]) => [
      readCode(name),
      readCode(request),
      role,
      does,
    ]),
    described.map(({ request, operation }) => [operation.operationId, request, operation['x-role'], operation.summary]),
  )
})

test('the page explains every status of an error', () => {
  const inDocument = new Set(described.flatMap(({ operation }) => Object.keys(operation.responses)))
  const errors = [...inDocument].filter((status) => /^[45]/.test(status))
  assert.deepEqual(
    rowsUnder(PAGE, 'status', 'means').map(([status]) => status),
    [...errors, '405'].toSorted(),
  )
})
