/**
 * A campaign: a real broker and real workers in processes of their own, jobs of many kinds and
 * tenants, faults in the middle of them, and a reader of its own that knows every answer
 * beforehand. It shares no code with the service but the contract's messages. Called by the command
 * line alone; its threads are the command's, the reader's and the one that disturbs.
 */
package io.cliquestream.cli.campaign;
