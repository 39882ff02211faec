/** What the package exports as `rouged/proof`: everything that checks a chain without the engine. */

export * from './certificateVerifier.js';
export * from './lightClient.js';
export * from './proofVerifier.js';
